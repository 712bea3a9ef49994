read -p "How many? " count
total=0
for ((number = 1; number <= count; number++)); do
    read -p "Number $number: " value
    total=$((total + value))
done
echo "Sum: $total"
